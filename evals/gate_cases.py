HOSTILE=[]
def lines(seed, half): return []
