import { startSpeechEngine } from '#speech/engine.ts';
import { readTestSet } from './lab/test-sets/read-test-set.ts';
const started = startSpeechEngine(); await started.ready;
const norm=(t:string)=>t.toLowerCase().replace(/[’‘`]/g,"'").replace(/[^a-z' ]/g,' ').replace(/\s+/g,' ').trim();
const total:Record<string,[number,number]>={};
let E=0,N=0;
for (const folder of process.argv.slice(2)) {
  const { clips } = await readTestSet(folder,'test' as never);
  for (const c of clips as any[]) {
    let raw=''; try { raw=(await started.engine.transcribe(c.audioPath,{acceptsAnyLanguage:true})).rawTranscript } catch {}
    const a=norm(c.text ?? c.reference ?? c.transcript), b=norm(raw);
    const n=a.length,m=b.length; const D=new Uint16Array((n+1)*(m+1)); const at=(i:number,j:number)=>i*(m+1)+j;
    for(let i=0;i<=n;i++)D[at(i,0)]=i; for(let j=0;j<=m;j++)D[at(0,j)]=j;
    for(let i=1;i<=n;i++)for(let j=1;j<=m;j++)D[at(i,j)]=Math.min(D[at(i-1,j-1)]!+(a[i-1]===b[j-1]?0:1),D[at(i-1,j)]!+1,D[at(i,j-1)]!+1);
    E+=D[at(n,m)]!;N+=n;
    let i=n,j=m; while(i>0){ const ch=a[i-1]!; total[ch]??=[0,0];
      if(j>0&&D[at(i,j)]===D[at(i-1,j-1)]!+(ch===b[j-1]?0:1)){ total[ch][1]++; if(ch!==b[j-1])total[ch][0]++; i--;j--; }
      else if(D[at(i,j)]===D[at(i-1,j)]!+1){ total[ch][0]++;total[ch][1]++;i--; } else j--; }
  }
}
console.log('CER',(100*E/N).toFixed(1));
for (const l of ['c','x','q','d',"'",'h','g','r']) console.log(l,total[l]?.join('/'),total[l]&&(100*total[l]![0]/total[l]![1]).toFixed(0)+' %');
await started.engine.close();
