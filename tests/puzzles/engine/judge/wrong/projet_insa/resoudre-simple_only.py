# Only the simple method: other grids stay open.
def resoudre(self):
    return self.resoudre_simple()
