/** Colours stand beside a mark of their own each: struck, underlined, doubly underlined. Contrast is 4.5:1 and more in both themes. */
export const pageStyle = `
:root { color-scheme: light dark; --text: #1c2430; --soft: #55606f; --ground: #fbfaf7; --card: #ffffff; --line: #d8d4cb;
  --wrong: #9a2a12; --missing: #7a4a00; --added: #1f4fa3; }
@media (prefers-color-scheme: dark) { :root { --text: #e8e6e1; --soft: #a9b1bd; --ground: #14181e; --card: #1c222b;
  --line: #3a4350; --wrong: #ff9d85; --missing: #f0b860; --added: #93b8ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 64rem; color: var(--text); background: var(--ground);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; } h3 { font-size: 1rem; margin: 0; }
p { margin: .4rem 0; } .soft { color: var(--soft); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .6rem; margin: 1rem 0; padding: 0; }
.figures div, article { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .7rem .9rem; }
.figures dt { color: var(--soft); font-size: .85rem; } .figures dd { margin: 0; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: start; color: var(--soft); padding-block: .3rem; }
th, td { text-align: end; padding: .3rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: start; }
article { margin: .8rem 0; } article header { display: flex; flex-wrap: wrap; gap: .2rem 1rem; justify-content: space-between; }
h3 { overflow-wrap: anywhere; } audio { width: 100%; margin: .6rem 0 .2rem; }
.words { display: flex; flex-wrap: wrap; gap: .15rem .7rem; margin: .5rem 0; padding: 0; list-style: none; font-size: 1.05rem; }
.words li { display: inline-flex; flex-direction: column; position: relative; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.said { color: var(--soft); }
.wrong { color: var(--wrong); text-decoration: underline; text-underline-offset: .2em; }
.missing { color: var(--missing); text-decoration: line-through; }
.added { color: var(--added); text-decoration: underline double; text-underline-offset: .2em; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; }
`;
