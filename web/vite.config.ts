import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstLoad } from './build/first-load.ts'
import { firstModules } from './build/first-modules.ts'
import { precompress } from './build/precompress.ts'
import { preloads } from './build/preloads.ts'
import { themeScript } from './build/theme-script.ts'
import { withoutJsonSchema } from './build/without-json-schema.ts'
import { withoutSummaries } from './build/without-summaries.ts'

const server = process.env.PARLEY_DEV_SERVER ?? 'http://localhost:3000'

const small =
  /web\/src\/(lib|format|session|api)\/|web\/src\/ui\/(avatar|empty-state|icon-button|kbd|key-names|tooltip|button|spinner)|contract\/src\/|lucide-react\/|clsx\//
let first: ReadonlySet<string> | undefined
const isFirst = (id: string, modules: Parameters<typeof firstModules>[0]) => {
  first ??= firstModules(modules, import.meta.dirname)
  return first.has(id) || !/web\/src|contract\/src|lucide-react\/dist\/esm\/icons/.test(id)
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    themeScript(),
    withoutJsonSchema(),
    withoutSummaries(),
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
    modulePreload: { polyfill: false, resolveDependencies: preloads },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One long-lived file for what every page needs; a release of ours does not make people load it again.
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-query|query-core|react-router|router-core|history)|i18next|react-i18next|zod)\//,
            },
            // The rest that nearly every page shares, in one file instead of a dozen of a few hundred bytes.
            {
              name: (id, modules) => (isFirst(id, modules) ? 'shared' : null),
              debugName: 'shared',
              test: small,
              minShareCount: 2,
            },
            // And what only later pages share, without what it imports: that may be the first load's.
            {
              name: (id, modules) => (isFirst(id, modules) ? null : 'shared-later'),
              debugName: 'shared-later',
              test: small,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
