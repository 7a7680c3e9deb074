// Prints the contrast table of docs/design/look.md from the colours of web/styles/tokens.css.
import { contrastRows } from './table.ts';

console.log(contrastRows().join('\n'));
