// Run with TMPDIR set to the folder to fill: the Chromium that comes as a package unpacks itself into the temporary folder.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
