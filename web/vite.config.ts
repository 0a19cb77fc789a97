import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstLoad } from './build/first-load.ts'
import { precompress } from './build/precompress.ts'
import { themeScript } from './build/theme-script.ts'
import { withoutJsonSchema } from './build/without-json-schema.ts'

const server = process.env.PARLEY_DEV_SERVER ?? 'http://localhost:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    themeScript(),
    withoutJsonSchema(),
    firstLoad(),
    precompress(),
  ],
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/uploads': server,
      '/logout': server,
      '/ws': { target: server, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    // Fonts stay files of their own: inlined they would delay the first paint of every page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One long-lived file for what every page needs; a release of ours does not make people load it again.
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-query|query-core|react-router|router-core|history)|i18next|react-i18next|zod)\//,
            },
            // The rest that nearly every page shares, in one file instead of a dozen of a few hundred bytes; what only
            // administrators' pages share is theirs to load.
            {
              name: 'shared',
              test: /web\/src\/(lib|format|session|api)\/|web\/src\/ui\/(avatar|badge|empty-state|icon-button|kbd|key-names|skeleton|tooltip|button|spinner)|web\/src\/shell\/(areas|inbox-lists|visible|use-route-exists)|web\/src\/commands\/(command|registry|key-press)\.ts|contract\/src\/(?!deletions|roles|activity-log)|lucide-react\/|clsx\//,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
