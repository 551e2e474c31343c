import os,time
def m(p,n=300):
    r=[]
    for i in range(n):
        t=time.perf_counter(); pid=os.posix_spawn(p,[p],{}); os.waitpid(pid,0); r.append(time.perf_counter()-t)
    r.sort(); return r[len(r)//10]*1e3, r[len(r)//2]*1e3
for k in range(3): print('b',m('./b'),'a',m('./a'))
