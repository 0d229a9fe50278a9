# from numpy import *, une matrice remplie case par case, la matrice affichée à chaque tour.
from numpy import *

M=zeros((9,9),int)
for (l,c,v) in [(0,3,1),(0,4,2),(1,0,7),(1,6,5),(1,8,2),(2,0,2),(2,4,4),(2,5,7),(2,8,9),(3,0,8),(3,1,4),(3,3,5),(3,6,2),(3,8,1),(5,0,5),(5,2,7),(5,5,6),(5,7,8),(5,8,4),(6,0,1),(6,3,3),(6,4,8),(6,8,5),(7,0,9),(7,2,3),(7,8,7),(8,4,5),(8,5,2)]:
	M[l,c]=v

def test_ligne(i,j,nombre,M):
	L=M[i]
	for k in range(9):
		if k!=j and L[k]==nombre:
			return False
	return True

def test_colonne(i,j,nombre,M):
	return test_ligne(j,i,nombre,M.T)

def test_carre(i,j,nombre,M):
	n=0
	for a in range(3):
		for b in range(3):
			if M[3*(i//3)+a,3*(j//3)+b]==nombre:
				n+=1
	if M[i,j]==nombre:
		n-=1
	return n==0

def test(i,j,nombre,M):
	return test_ligne(i,j,nombre,M) and test_colonne(i,j,nombre,M) and test_carre(i,j,nombre,M)

def protection(matrice_originale):
	(I,J)=where(matrice_originale!=0)
	return [(I[k],J[k]) for k in range(len(I))]

def remplissage(i,j,M,liste_protegee,sens):
	if (i,j) in liste_protegee: return sens
	nombre=M[i,j]+1
	while nombre<10 and not test(i,j,nombre,M):
		nombre+=1
	M[i,j]=nombre%10
	return bool(nombre<10)

def avance_case(i,j):
	j=j+1
	if j>8:
		i,j=i+1,0
	return i,j

def recule_case(i,j):
	j=j-1
	if j<0:
		i,j=i-1,8
	return i,j

def resolution(M):
	tournetourne,i,j=True,0,0
	liste_protegee=protection(M.copy())
	sens=True
	while tournetourne:
		print(M)
		if remplissage(i,j,M,liste_protegee,sens)==True:
			(i,j)=avance_case(i,j)
			sens=True
		else:
			(i,j)=recule_case(i,j)
			sens=False
		if i==9:
			tournetourne=False
			print(M)
		if i==-1:
			tournetourne=False
			print("le problème n'a pas été résolu")

resolution(M)
