# Un carnet enregistré en .py : chaque fonction est essayée sous sa définition.
# In[1]:
S = [[0, 1, 0, 0, 7, 8, 0, 0, 0],
     [0, 8, 0, 0, 4, 0, 9, 0, 0],
     [0, 0, 5, 6, 0, 0, 0, 1, 0],
     [1, 0, 0, 0, 6, 0, 0, 0, 5],
     [0, 4, 0, 9, 1, 5, 0, 7, 2],
     [0, 6, 7, 0, 8, 0, 4, 0, 0],
     [0, 0, 0, 3, 0, 0, 1, 0, 0],
     [0, 7, 0, 8, 9, 0, 0, 2, 3],
     [0, 0, 0, 0, 0, 4, 0, 0, 0]]


def printSudoku(S):
    for ligne in S:
        print(ligne)


printSudoku(S)


# In[2]:
def ligne(S, i):
    res = []
    for x in S[i]:
        if x > 0:
            res = res + [x]
    return res


print(ligne(S, 0))


# In[3]:
def colonne(S, j):
    res = []
    for L in S:
        if L[j]:
            res.append(L[j])
    return res


print(colonne(S, 0))


# In[4]:
def bloc(S, i, j):
    res = []
    while i % 3 != 0:
        i -= 1
    while j % 3 != 0:
        j -= 1
    for a in [i, i + 1, i + 2]:
        res.extend(x for x in S[a][j:j + 3] if x != 0)
    return res


print(bloc(S, 3, 4))


# In[5]:
def possibles(S, i, j):
    res = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    for x in ligne(S, i) + colonne(S, j) + bloc(S, i, j):
        if x in res:
            res.remove(x)
    return res


print(possibles(S, 0, 0))


# In[6]:
def suivante(i, j):
    if j < 8:
        return i, j + 1
    return i + 1, 0


print(suivante(0, 0), suivante(0, 8), suivante(8, 8))

# In[7]:
from copy import deepcopy


def resoudre(S, i, j):
    if i == 9:
        return True
    a, b = suivante(i, j)
    if S[i][j] > 0:
        return resoudre(S, a, b)
    P = possibles(S, i, j)
    for k in P:
        S[i][j] = k
        if resoudre(S, a, b):
            return True
        S[i][j] = 0
    return False


Sres = deepcopy(S)
if resoudre(Sres, 0, 0):
    print("Pour la grille :")
    printSudoku(S)
    print("La solution est :")
    printSudoku(Sres)
else:
    print("La grille n'admet pas de solution.")
