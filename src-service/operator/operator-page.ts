/**
 * The operator's page: one file that refers to no other address. The key is in the fragment, which never
 * leaves the browser, and is sent only in the Authorization header of calls to the same loopback port.
 */
import { createHash } from 'node:crypto';
import { faultKinds } from '../../src-shared/api/operator.ts';

const style = `
:root{color-scheme:light dark;--ground:#fff;--panel:#f4f6f8;--text:#1b2126;--muted:#56616c;--accent:#0b6fa4;--border:#7b8794}
@media (prefers-color-scheme:dark){:root{--ground:#16191d;--panel:#1f242a;--text:#e6eaee;--muted:#a3adb8;--accent:#4db6e6;--border:#6b7783}}
body{margin:0;padding:24px;background:var(--ground);color:var(--text);font:14px/1.5 system-ui,sans-serif}
main{max-width:960px;margin:auto}h1{font-size:20px}h2{font-size:16px;margin-top:32px}
table{width:100%;border-collapse:collapse}th,td{text-align:left;padding:6px 8px;border-bottom:1px solid var(--border);vertical-align:top}form{margin-top:12px}
button,select,input{font:inherit;min-height:32px;padding:0 12px;margin:2px;border:1px solid var(--border);border-radius:6px;background:var(--panel);color:var(--text)}
button:focus-visible,select:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
input[type=number]{width:80px}[hidden]{display:none}#message{min-height:1.5em;color:var(--muted)}label{display:inline-block;margin-right:12px}`;

const script = `
const key=location.hash.slice(1);
const $=(id)=>document.getElementById(id);
async function call(method,path,body){
  const answer=await fetch(path,{method,headers:{Authorization:'Bearer '+key,...(body?{'Content-Type':'application/json'}:{})},body:body?JSON.stringify(body):undefined});
  const state=await answer.json();
  $('message').textContent=state.result==='success'?'Done at '+new Date().toLocaleTimeString()+'.':state.reason;
  if(state.result==='success')show(state);
}
function button(order,step){const b=document.createElement('button');b.textContent=step[0].toUpperCase()+step.slice(1);b.id=step+order.orderId;
  b.setAttribute('aria-label',step+' order '+order.orderId);b.addEventListener('click',()=>act(order,step));return b}
async function act(order,step){
  const reason=step==='reject'?prompt('Why can order '+order.orderId+' not be made? The customer reads this.'):'';
  if(reason===null||(step==='reject'&&!reason.trim()))return;
  await call('POST','/orders/'+order.orderId+'/'+step,step==='reject'?{reasons:[reason.trim()]}:undefined);
}
function row(cells){const r=document.createElement('tr');for(const c of cells){const d=document.createElement('td');d.append(...[c].flat());r.append(d)}return r}
function part(p){
  const counts=[['to do',p.processing],['in production',p.inProduction],['done',p.complete],['cancelled',p.cancelled]];
  const line=document.createElement('div');
  line.textContent=p.quantity+' \u00d7 '+p.title+', '+p.materialTitle+' ('+counts.filter((c)=>c[1]>0).map((c)=>c[1]+' '+c[0]).join(', ')+')'+p.rejectionReasons.map((r)=>' '+r).join('');
  return line;
}
function parcel(s){const line=document.createElement('div');line.textContent='Sent with '+s.carrier+', '+s.trackingNumber;return line}
const closed=(o)=>o.status==='cancelled'||o.status==='shipped';
function show(state){
  const focused=document.activeElement&&document.activeElement.id;
  $('now').textContent=state.now.slice(0,19).replace('T',' ')+' UTC'+(state.clockOffsetSeconds?', '+Math.round(state.clockOffsetSeconds/36)/100+' hours ahead of the computer':'');
  $('orders').replaceChildren(...state.orders.map((o)=>row([String(o.orderId),o.status.replace('_',' '),o.lastName,
    [...o.products.map(part),...o.shipments.map(parcel)],
    closed(o)?'':['start','complete','ship','reject',o.status==='unknown'?'find':'lose'].map((step)=>button(o,step))])));
  $('faults').replaceChildren(...state.faults.map((f)=>row([f.kind,f.method||'any',f.path||'any',String(f.left)])));
  $('orders-table').hidden=state.orders.length===0;$('none').hidden=state.orders.length>0;
  $('faults-table').hidden=$('clear').hidden=state.faults.length===0;$('no-faults').hidden=state.faults.length>0;
  // The rows are new, so the focus is put back where it was.
  if(focused&&document.activeElement===document.body){const f=$(focused);(f&&!f.hidden?f:$('orders-title')).focus()}
}
$('look').addEventListener('click',()=>call('GET','/state'));
for(const b of document.querySelectorAll('[data-advance]'))b.addEventListener('click',()=>call('POST','/clock',{seconds:Number(b.dataset.advance)}));
$('add').addEventListener('submit',(event)=>{event.preventDefault();
  call('POST','/faults',{kind:$('kind').value,times:Number($('times').value),...($('method').value?{method:$('method').value}:{}),...($('path').value?{path:$('path').value}:{})})});
$('clear').addEventListener('click',()=>call('DELETE','/faults'));
call('GET','/state');`;

const hashOf = (source: string): string => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

export const operatorPage = {
  policy:
    `default-src 'none'; img-src data:; style-src ${hashOf(style)}; script-src ${hashOf(script)}; connect-src 'self'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Print service: operator</title><link rel="icon" href="data:,"><style>${style}</style>
<main><h1>Operator of the print service</h1><p id="message" role="status"></p>
<h2>Clock</h2><p>It is <span id="now"></span> for the service.</p>
<p><button data-advance="3600">1 hour on</button><button data-advance="86400">1 day on</button><button data-advance="604800">1 week on</button></p>
<h2 id="orders-title" tabindex="-1">Orders, the newest 100</h2><p><button id="look">Look again</button></p><table id="orders-table" hidden><thead><tr><th>Order</th><th>Status</th><th>Name</th><th>Parts</th><th>Do</th></tr></thead><tbody id="orders"></tbody></table><p id="none" hidden>There are no orders yet.</p>
<h2>Faults</h2><p id="no-faults" hidden>None waits; every call goes through. A fault meets the next calls that it fits.</p><table id="faults-table" hidden><thead><tr><th>Kind</th><th>Method</th><th>Path</th><th>Left</th></tr></thead><tbody id="faults"></tbody></table>
<form id="add"><label>Kind <select id="kind">${faultKinds.map((kind) => `<option>${kind}</option>`).join('')}</select></label>
<label>Method <select id="method"><option value="">any</option>${['GET', 'POST', 'PUT', 'DELETE'].map((method) => `<option>${method}</option>`).join('')}</select></label>
<label>Path begins with <input id="path" placeholder="/orders"></label><label>Times <input id="times" type="number" value="1" min="1"></label>
<button>Add</button><button type="button" id="clear">Remove all</button></form></main><script>${script}</script></html>`,
} as const;
