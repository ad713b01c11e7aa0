/** The style of the docs page, inline and allowed by its hash, so that the page loads nothing else. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--ground:#fff;--sheet:#f5f6f8;--ink:#1b2330;--soft:#586372;--line:#e1e5ea;--accent:#0a5bc4;--get:#0a7446;--post:#9a4a06;--need:#a32929}
@media (prefers-color-scheme:dark){:root{--ground:#12161c;--sheet:#1b212a;--ink:#e4e9f0;--soft:#9aa6b5;--line:#2c3541;--accent:#74b0ff;--get:#4cc38a;--post:#f0a35e;--need:#ff8f8f}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
.frame{display:grid;grid-template-columns:16rem minmax(0,1fr);max-width:76rem;margin:0 auto}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:2rem 1.25rem;border-right:1px solid var(--line);font-size:.875rem;line-height:1.45}
nav .brand{display:block;font-size:1.15rem;font-weight:700;color:var(--ink);margin-bottom:1rem}
nav h2{font-size:.72rem;letter-spacing:.07em;text-transform:uppercase;color:var(--soft);margin:1.25rem 0 .3rem;border:0;padding:0}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:block;padding:.16rem 0;color:var(--ink)}
main{padding:2rem 2.5rem 6rem;min-width:0}
h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem;letter-spacing:-.01em}
h2{font-size:1.4rem;line-height:1.3;margin:3rem 0 .75rem;padding-top:1.75rem;border-top:1px solid var(--line)}
section{margin:0 0 3rem;scroll-margin-top:1rem}
h3{font-size:1rem;margin:1.5rem 0 .4rem;display:flex;flex-wrap:wrap;gap:.35rem .6rem;align-items:center}
h3 code{font-size:1rem;font-weight:600;background:none;padding:0}
p,ul{margin:.5rem 0 .9rem;max-width:46rem}
.lead{font-size:1.1rem;color:var(--soft)}
main ul{padding-left:1.2rem}main li{margin:.3rem 0}
code,pre{font:.86em/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{background:var(--sheet);border-radius:4px;padding:.1em .35em;overflow-wrap:anywhere}
pre{background:var(--sheet);border:1px solid var(--line);border-radius:8px;padding:.85rem 1rem;overflow:auto;margin:.75rem 0 1rem}
pre code{background:none;padding:0;overflow-wrap:normal}
.method{white-space:nowrap;font:700 .72rem/1 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;letter-spacing:.03em;color:var(--get);border:1px solid;border-radius:4px;padding:.2rem .35rem}.method.post{color:var(--post)}
.tag{display:inline-block;font:500 .72rem/1.5 system-ui,sans-serif;color:var(--soft);border:1px solid var(--line);border-radius:99px;padding:0 .5rem;white-space:nowrap}
.tag.need{color:var(--need);border-color:currentColor}
ul.prices{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.4rem}
ul.prices li{margin:0;background:var(--sheet);border:1px solid var(--line);border-radius:6px;padding:.15rem .6rem;font-size:.875rem}
ul.prices span{color:var(--soft)}
ul.rules{font-size:.9rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;line-height:1.5;margin:.75rem 0 1rem}
th,td{text-align:left;vertical-align:top;padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--line)}
th:last-child,td:last-child{padding-right:0}
th{color:var(--soft);font-weight:600;font-size:.8rem;white-space:nowrap}
td{overflow-wrap:anywhere}
table.parameters{table-layout:fixed}
table.parameters th:nth-child(1){width:30%}table.parameters th:nth-child(2){width:27%}
table.parameters td:nth-child(2){color:var(--soft);font-size:.85rem}
table.errors td:first-child,table.errors td:nth-child(2){white-space:nowrap}
.or{opacity:.6}
details>summary{cursor:pointer;color:var(--accent);margin:.5rem 0;font-size:.9rem}
@media (max-width:56rem){
.frame{display:block}
nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line);padding:1.25rem}
nav ul{display:flex;flex-wrap:wrap;gap:0 1rem}
main{padding:1.5rem 1.25rem 4rem}
}
@media (max-width:40rem){
thead{display:none}
table,tbody,tr,td{display:block;width:100%}
tr{border-bottom:1px solid var(--line);padding:.6rem 0}
td{border:0;padding:.1rem 0}
table.errors td:nth-child(2),table.errors td:nth-child(3){display:inline-block;width:auto;margin-right:1rem;color:var(--soft);font-size:.85rem}
table.errors td:nth-child(2)::before,table.errors td:nth-child(3)::before{content:attr(data-head) ": "}
td[data-head="Credits"]::after{content:" credits";color:var(--soft)}
}
`;
