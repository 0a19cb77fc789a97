import { join } from 'node:path'

type ModuleGraph = {
  getModuleInfo(id: string): { importedIds: readonly string[]; code?: string | null } | null
}

/** Entry modules of the inbox's first load. */
export const firstLoadEntries = ['src/main.tsx', 'src/shell/shell.tsx', 'src/routes/inbox-layout.tsx']

const LUCIDE = /lucide-react\/dist\/esm\/lucide-react\.m?js$/
/** Base UI exports all parts of a control from one file; of these, the first load uses a few. */
const KIT_INDEX = /@base-ui\/react\/[\w-]+\/index(\.parts)?\.m?js$/
const KIT_PARTS = /@base-ui\/react\/(avatar\/.+|button\/.+)\.m?js$/
const iconImports = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
const iconExports = /export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g

/**
 * Our own modules and the icons that the first load needs, found by walking the static imports of its entries. Code
 * that only lazy pages share must stay out of the first load's chunks, or they would grow with every page.
 */
export function firstLoadModules(modules: ModuleGraph, root: string): ReadonlySet<string> {
  const moduleIds = new Set<string>()
  const icons = new Set<string>()
  let index = ''
  const walk = (id: string) => {
    if (moduleIds.has(id)) return
    moduleIds.add(id)
    const module = modules.getModuleInfo(id)
    for (const name of importedIcons(module?.code ?? '')) icons.add(name)
    for (const next of module?.importedIds ?? [])
      if (LUCIDE.test(next)) index = next
      else if (!next.includes('node_modules')) walk(next)
  }
  for (const part of firstLoadEntries) walk(join(root, part))
  for (const [, names = '', file = ''] of (modules.getModuleInfo(index)?.code ?? '').matchAll(iconExports))
    if (names.split(',').some((name) => icons.has(name.replace('default as ', '').trim())))
      moduleIds.add(join(index, '..', file))
  return moduleIds
}

/**
 * What the shell and the inbox import statically and the entry does not, packages included: in one chunk, because a browser opens six
 * connections and each file costs a round trip.
 */
export function deskModules(modules: ModuleGraph, root: string): ReadonlySet<string> {
  const [main = '', ...desk] = firstLoadEntries.map((entry) => join(root, entry))
  const entryModules = reachableFrom([main], modules)
  // A dynamically imported module that shares its chunk with others loses its exports (rolldown 1.2).
  return new Set(
    [...reachableFrom(desk, modules)].filter((id) => !entryModules.has(id) && !desk.includes(id)),
  )
}

function reachableFrom(entries: readonly string[], modules: ModuleGraph): Set<string> {
  const reached = new Set<string>()
  const walk = (id: string) => {
    // The icons that are used come with the modules of the first load; the index of the package names all of them.
    if (reached.has(id) || LUCIDE.test(id)) return
    reached.add(id)
    const imported = modules.getModuleInfo(id)?.importedIds ?? []
    for (const next of KIT_INDEX.test(id) ? imported.filter((part) => KIT_PARTS.test(part)) : imported)
      walk(next)
  }
  for (const entry of entries) walk(entry)
  return reached
}

function importedIcons(code: string): string[] {
  return [...code.matchAll(iconImports)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' as ')[0] ?? ''),
  )
}
