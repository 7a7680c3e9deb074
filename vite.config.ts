import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // One small sheet: on a slow line each further request costs more than the bytes it saves.
    cssCodeSplit: false,
    target: ['chrome100', 'safari15.4', 'firefox100'],
    // Everything is a file of its own: the content security policy allows no inline data but small images.
    assetsInlineLimit: 0,
    // The pages name what they need themselves (scripts/web-pages/head.ts).
    modulePreload: false,
    rolldownOptions: {
      // What every page needs in one file, instead of a handful of tiny ones.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store)\/|web\/components\/ui\//,
            },
          ],
        },
      },
    },
  },
  server: { fs: { allow: ['.', '../shared', '../node_modules'] } },
});
