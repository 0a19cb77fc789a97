import { join } from 'node:path'

type ModuleGraph = {
  getModuleInfo(id: string): { importedIds: readonly string[]; code?: string | null } | null
}

/** Entry modules of the inbox's first load. */
export const firstLoadEntries = ['src/main.tsx', 'src/shell/shell.tsx', 'src/routes/inbox-layout.tsx']

const LUCIDE = /lucide-react\/dist\/esm\/lucide-react\.m?js$/
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

function importedIcons(code: string): string[] {
  return [...code.matchAll(iconImports)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' as ')[0] ?? ''),
  )
}
