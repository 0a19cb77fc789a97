import { constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { builtSources } from './build/built-sources.ts'
import { forbidChunkCycles } from './build/chunk-cycles.ts'
import { compiledComponents } from './build/compiled-components.ts'
import { earlyScript } from './build/early-script.ts'
import { filterPreloads } from './build/filter-preloads.ts'
import { firstLoadBudget } from './build/first-load-budget.ts'
import { deskModules, firstLoadModules } from './build/first-load-modules.ts'
import { firstLoadPreloads } from './build/first-load-preloads.ts'

const devServer = process.env.PARLEY_DEV_SERVER ?? 'http://localhost:3000'

const sharedModules =
  /web\/src\/(lib|format|session|api|realtime)\/|web\/src\/ui\/\w+\/(avatar|badge|empty-state|icon-button|kbd|key-names|skeleton|tooltip|button|spinner)|contract\/src\/|lucide-react\/|clsx\//
let firstLoadIds: ReadonlySet<string> | undefined
const isFirstLoad = (id: string, modules: Parameters<typeof firstLoadModules>[0]) => {
  firstLoadIds ??= firstLoadModules(modules, import.meta.dirname)
  return firstLoadIds.has(id) || !/web\/src|contract\/src|lucide-react\/dist\/esm\/icons/.test(id)
}

let deskIds: ReadonlySet<string> | undefined
const isDesk = (id: string, modules: Parameters<typeof deskModules>[0]) => {
  deskIds ??= deskModules(modules, import.meta.dirname)
  return deskIds.has(id)
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    compiledComponents(),
    tailwindcss(),
    earlyScript(),
    firstLoadPreloads(),
    firstLoadBudget(),
    forbidChunkCycles(),
    builtSources(),
    // The server never compresses at runtime. Files below the size of a packet stay as they are.
    compression({
      include: /\.(js|json|css|svg)$/,
      threshold: 1400,
      algorithms: [defineAlgorithm('gzip', { level: constants.Z_BEST_COMPRESSION }), 'brotliCompress'],
      logLevel: 'silent',
    }),
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
    // Fonts stay separate files: inlined, they would delay the first paint of every page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: filterPreloads },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One long-lived chunk for the framework, which a new release doesn't invalidate.
            {
              name: 'framework',
              test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|@tanstack\/(react-query|query-core|react-router|router-core|history)|i18next|react-i18next|zod)\//,
            },
            // What nearly every page shares, in one chunk instead of a dozen of a few hundred bytes.
            {
              name: (id, modules) => (isFirstLoad(id, modules) ? 'shared' : null),
              debugName: 'shared',
              test: sharedModules,
            },
            // The rest of the first load.
            {
              name: (id, modules) => (isDesk(id, modules) ? 'desk' : null),
              debugName: 'desk',
              includeDependenciesRecursively: false,
            },
            // What only later pages share, with its imports: importing a page from here would be a cycle, in which constants are still empty.
            {
              name: (id, modules) => (isFirstLoad(id, modules) ? null : 'shared-later'),
              debugName: 'shared-later',
              test: sharedModules,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
})
