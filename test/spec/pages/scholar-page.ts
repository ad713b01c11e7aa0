/** The versions of one article, written by us. */
export const VERSIONS_PAGE = `<!doctype html><html><head><meta charset="utf-8"><title>Scholar</title></head>
<body><div id="gs_top"><form id="gs_hdr_frm" action="/scholar"><input type="text" name="q" value=""></form>
<div id="gs_bdy_ccl" role="main"><div id="gs_res_ccl"><div id="gs_res_ccl_mid"><div class="gs_r gs_or gs_scl" data-cid="AbCdEfGhIjkJ" data-rp="0">
<div class="gs_ri"><h3 class="gs_rt"><a id="AbCdEfGhIjkJ" href="https://journal.example/slate">On slate</a></h3><div class="gs_a">A Mason - Journal of Roofs, 2024 - journal.example</div>
<div class="gs_rs">What slate is made of, told in one sentence of some length.</div></div></div></div><div id="gs_res_ccl_bot"></div></div></div></div></body></html>`;
