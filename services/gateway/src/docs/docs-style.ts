/** The only style of the docs page; inline and allowed by its hash, so that the page needs nothing else. */
export const DOCS_STYLE = `
:root{color-scheme:light dark;--ground:#fff;--sheet:#f6f7f9;--ink:#1c2430;--soft:#5b6675;--line:#dfe3e8;--accent:#0b62d6;--get:#0a7d4b;--post:#a8510a}
@media (prefers-color-scheme:dark){:root{--ground:#12161c;--sheet:#1a2029;--ink:#e4e9f0;--soft:#98a4b3;--line:#2c3541;--accent:#6cabff;--get:#4cc38a;--post:#f0a35e}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:var(--accent);text-decoration:none}a:hover{text-decoration:underline}
.frame{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:82rem;margin:0 auto}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:2rem 1.25rem;border-right:1px solid var(--line);font-size:.9rem}
nav strong{display:block;font-size:1.2rem;margin-bottom:1rem}
nav h2{font-size:.75rem;letter-spacing:.06em;text-transform:uppercase;color:var(--soft);margin:1.25rem 0 .25rem;border:0;padding:0}
nav a{display:block;padding:.15rem 0;color:var(--ink)}
main{padding:2rem 2.5rem 6rem;min-width:0}
h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.4rem;margin:3rem 0 .75rem;padding-top:1.5rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:2.5rem 0 .25rem;display:flex;flex-wrap:wrap;gap:.6rem;align-items:baseline}
p{margin:.4rem 0 .8rem;max-width:46rem}
code,pre{font:.86em/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--sheet);border-radius:4px;padding:.1em .35em}
pre{background:var(--sheet);border:1px solid var(--line);border-radius:8px;padding:.9rem 1rem;overflow:auto}
pre code{background:none;padding:0}
.method{font:600 .75rem/1 ui-monospace,Menlo,Consolas,monospace;color:var(--get)}.method.post{color:var(--post)}
.tag{font-size:.75rem;color:var(--soft);border:1px solid var(--line);border-radius:99px;padding:.05rem .6rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem;margin:.5rem 0 1rem}
th,td{text-align:left;vertical-align:top;padding:.45rem .75rem .45rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600}
td:first-child{white-space:nowrap}
.need{color:var(--post);font-size:.8em}
details>summary{cursor:pointer;color:var(--accent);margin:.5rem 0}
@media (max-width:52rem){.frame{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}main{padding:1.5rem 1.25rem 4rem}}
`;
