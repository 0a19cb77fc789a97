import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { filterPreloads } from './build/filter-preloads.ts'
import { firstLoadBudget } from './build/first-load-budget.ts'
import { firstLoadModules } from './build/first-load-modules.ts'
import { precompress } from './build/precompress.ts'
import { stripEndpointSummaries } from './build/strip-endpoint-summaries.ts'
import { stripJsonSchema } from './build/strip-json-schema.ts'
import { themeScript } from './build/theme-script.ts'

const devServer = process.env.PARLEY_DEV_SERVER ?? 'http://localhost:3000'

const sharedModules =
  /web\/src\/(lib|format|session|api)\/|web\/src\/ui\/\w+\/(avatar|empty-state|icon-button|kbd|key-names|tooltip|button|spinner)|contract\/src\/|lucide-react\/|clsx\//
let firstLoadIds: ReadonlySet<string> | undefined
const isFirstLoad = (id: string, modules: Parameters<typeof firstLoadModules>[0]) => {
  firstLoadIds ??= firstLoadModules(modules, import.meta.dirname)
  return firstLoadIds.has(id) || !/web\/src|contract\/src|lucide-react\/dist\/esm\/icons/.test(id)
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    themeScript(),
    stripJsonSchema(),
    stripEndpointSummaries(),
    firstLoadBudget(),
    precompress(),
  ],
  server: {
    port: 5173,
    proxy: {
      '/api': devServer,
      '/uploads': devServer,
      '/logout': devServer,
      '/ws': { target: devServer, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    // Fonts stay files of their own: inlined they would delay the first paint of every page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: filterPreloads },
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
              name: (id, modules) => (isFirstLoad(id, modules) ? 'shared' : null),
              debugName: 'shared',
              test: sharedModules,
              minShareCount: 2,
            },
            // And what only later pages share, without what it imports: that may be the first load's.
            {
              name: (id, modules) => (isFirstLoad(id, modules) ? null : 'shared-later'),
              debugName: 'shared-later',
              test: sharedModules,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
