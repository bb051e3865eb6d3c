/** How a page looks, by day and by night. */
export const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#22201c, #ece8e0); --paper: light-dark(#fbf9f5, #191816);
  --card: light-dark(#fff, #232220); --edge: light-dark(#e3ddd2, #3a3732); --soft: light-dark(#77705f, #a39b8b);
  --c0: light-dark(#1f6f78, #5fc4cf); --c1: light-dark(#c4502b, #f0895f); --c2: light-dark(#8a4fa3, #cb95e3);
  --c3: light-dark(#5d7a1f, #a9c95a); --c4: light-dark(#2f5fb3, #85aef2); --c5: light-dark(#8a6d1d, #d8b75a);
  --limit: light-dark(#b3261e, #f2726a); --band: light-dark(#f3eee2, #2b2925); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 28px 20px 60px; }
header { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; }
h1 { font-size: 24px; margin: 0; }
p { color: var(--soft); margin: 6px 0 18px; }
.verdict { padding: 3px 12px; border-radius: 99px; color: #fff; font-weight: 600; font-size: 13px; background: #2e7d4f; }
.verdict.failed { background: #b3261e; } .verdict.void { background: #8a6d1d; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(215px, 45%), 1fr)); gap: 10px; }
.tile, figure, table { background: var(--card); border: 1px solid var(--edge); border-radius: 10px; }
.tile { padding: 10px 14px; } .tile b { font-size: 19px; white-space: nowrap; } .tile small { color: var(--soft); }
.tile span { display: block; color: var(--soft); font-size: 13px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(520px, 100%), 1fr)); gap: 14px; margin: 18px 0; }
figure { margin: 0; padding: 12px 14px 6px; }
figcaption { display: flex; flex-wrap: wrap; gap: 4px 14px; font-size: 14px; }
.key { color: var(--soft); font-size: 13px; white-space: nowrap; }
.swatch { display: inline-block; width: 14px; height: 3px; vertical-align: middle; margin-right: 5px; }
.swatch.c0 { background: var(--c0); } .swatch.c1 { background: var(--c1); } .swatch.c2 { background: var(--c2); }
.swatch.c3 { background: var(--c3); } .swatch.c4 { background: var(--c4); } .swatch.c5 { background: var(--c5); }
.swatch.limit { background: var(--limit); }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 12px; }
.grid { stroke: var(--edge); } .measured { fill: var(--band); }
.line { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
.line.c0 { stroke: var(--c0); } .line.c1 { stroke: var(--c1); } .line.c2 { stroke: var(--c2); }
.line.c3 { stroke: var(--c3); } .line.c4 { stroke: var(--c4); } .line.c5 { stroke: var(--c5); }
line.limit { stroke: var(--limit); stroke-dasharray: 5 4; }
.hover { fill: transparent; } .hover:hover { fill: color-mix(in srgb, var(--soft) 18%, transparent); }
.tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr)); gap: 14px; align-items: start; }
table { border-collapse: separate; border-spacing: 0; padding: 6px 14px 12px; font-size: 14px; }
caption { text-align: left; font-weight: 600; padding: 8px 2px; }
td { padding: 3px 12px 3px 0; vertical-align: top; overflow-wrap: anywhere; } td:last-child { padding-right: 0; text-align: right; color: var(--soft); }
`;
