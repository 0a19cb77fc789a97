import { join } from 'node:path'

type ModuleGraph = {
  getModuleInfo(id: string): { importedIds: readonly string[]; code?: string | null } | null
}

/** What the browser fetches before the inbox shows begins with these. */
export const firstLoadEntries = ['src/main.tsx', 'src/shell/shell.tsx', 'src/routes/inbox-layout.tsx']

const LUCIDE = /lucide-react\/dist\/esm\/lucide-react\.m?js$/
const iconImports = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g
const iconExports = /export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g

/**
 * Modules of ours and icons that the first parts pull in, found by walking their static imports. What only lazy pages share must stay out
 * of the chunks of the first load, which would otherwise grow with every page.
 */
export function firstLoadModules(modules: ModuleGraph, root: string): ReadonlySet<string> {
  const moduleIds = new Set<string>()
  const icons = new Set<string>()
  let index = ''
  const walk = (id: string) => {
    if (moduleIds.has(id)) return
    moduleIds.add(id)
    const module = modules.getModuleInfo(id)
    for (const [, names = ''] of (module?.code ?? '').matchAll(iconImports))
      for (const name of names.split(',')) icons.add(name.trim().split(' as ')[0] ?? '')
    for (const next of module?.importedIds ?? [])
      if (LUCIDE.test(next)) index = next
      else if (!next.includes('node_modules')) walk(next)
  }
  for (const part of firstLoadEntries) walk(join(root, part))
  for (const [, names = '', file = ''] of (modules.getModuleInfo(index)?.code ?? '').matchAll(iconExports))
    if (names.split(',').some((one) => icons.has(one.replace('default as ', '').trim())))
      moduleIds.add(join(index, '..', file))
  return moduleIds
}
