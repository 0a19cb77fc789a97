/** The product's look (web/src/styles/tokens.css) for pages outside the app, in light or dark mode. */
export const publicPageStyle = `
:root{color-scheme:light dark;--bg:oklch(.972 .003 270);--card:#fff;--line:oklch(.925 .004 270);--edge:oklch(.66 .012 270);--ink:oklch(.235 .016 270);
--ink-2:oklch(.43 .015 270);--accent:oklch(.52 .2 277);--text:oklch(.48 .19 277);--chosen:oklch(.965 .017 277);--bad:oklch(.5 .19 25);--bad-bg:oklch(.969 .017 20)}
@media (prefers-color-scheme:dark){:root{--bg:oklch(.165 .008 272);--card:oklch(.203 .009 272);--line:oklch(.268 .011 272);--edge:oklch(.5 .014 272);
--ink:oklch(.945 .004 272);--ink-2:oklch(.765 .01 272);--accent:oklch(.56 .195 277);--text:oklch(.79 .11 280);--chosen:oklch(.265 .05 277);
--bad:oklch(.78 .125 22);--bad-bg:oklch(.275 .05 20)}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{width:min(34rem,100%);padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow-wrap:anywhere}
.brand{margin:0 0 1.5rem;color:var(--ink-2);font-size:13px;font-weight:550}.brand img{display:block;max-width:180px;max-height:40px}
h1{margin:0 0 .25rem;font-size:21px;line-height:1.3;letter-spacing:-.01em}p{margin:0 0 1rem}.about{margin-bottom:1.5rem;color:var(--ink-2)}
p:last-child{margin-bottom:0}
fieldset{margin:0 0 1.5rem;padding:0;border:0}legend,form>label{display:block;margin-bottom:.5rem;padding:0;font-weight:550}
form>label span,.small{color:var(--ink-2);font-size:13px;font-weight:400}
.ratings{display:grid;grid-template-columns:repeat(5,1fr);gap:.5rem}
.ratings label{position:relative;display:grid;justify-items:center;gap:.125rem;padding:.7rem .25rem;border:1px solid var(--edge);border-radius:10px;cursor:pointer;text-align:center}
.ratings b{font-size:19px;line-height:1.2}.ratings span{color:var(--ink-2);font-size:12.5px}
.ratings input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.ratings label:hover{border-color:var(--ink-2)}
.ratings label:has(:checked){border-color:var(--accent);background:var(--chosen);box-shadow:inset 0 0 0 1px var(--accent)}
.ratings label:has(:checked) b,.ratings label:has(:checked) span{color:var(--text)}
.ratings label:has(:focus-visible),textarea:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
textarea{display:block;width:100%;margin-bottom:1.25rem;padding:.6rem .75rem;border:1px solid var(--edge);border-radius:8px;background:transparent;color:inherit;font:inherit;resize:vertical}
button{padding:.6rem 1.1rem;border:0;border-radius:8px;background:var(--button,var(--accent));color:var(--on-button,#fff);font:inherit;font-weight:550;cursor:pointer}
blockquote{margin:0 0 1rem;padding:.1rem 0 .1rem .9rem;border-inline-start:3px solid var(--line);white-space:pre-wrap}
.refused{padding:.6rem .75rem;border-radius:8px;background:var(--bad-bg);color:var(--bad)}a{color:var(--text)}form+p{margin-top:1.25rem}
@media (max-width:520px){body{place-items:start stretch}main{padding:1.5rem 1.25rem}.ratings{grid-template-columns:1fr;gap:.4rem}
.ratings label{grid-template-columns:1.5rem 1fr;justify-items:start;align-items:center;text-align:start;padding:.65rem .9rem}.ratings span{font-size:15px}button{width:100%;padding:.75rem}}
`
