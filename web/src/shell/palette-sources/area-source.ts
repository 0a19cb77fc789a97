import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { revealSetting } from '../../admin/reveal-setting.ts'
import { allAdminEntries } from '../../areas/admin-entries.ts'
import { accountEntries } from '../../areas/nav-entries.ts'
import { findSettings } from '../../areas/settings-index.ts'
import { useRouteExists } from '../../areas/use-route-exists.ts'
import { visibleEntries } from '../../areas/visible-entries.ts'
import { matchScore } from '../../commands/palette/fuzzy-match.ts'
import { usePaletteSource } from '../../commands/palette/palette-sources.ts'
import { useMe } from '../../session/use-me.ts'
import { allReportEntries } from '../report-entries.ts'

const titles: Record<string, string> = { account: 'account.title', reports: 'reports.title' }

/**
 * Finds pages and settings of reports, administration and account by name. Loads with the palette, like its other
 * sources.
 */
export function AreaSource() {
  const { t } = useTranslation()
  const router = useRouter()
  const entries = visibleEntries(
    [...allReportEntries, ...allAdminEntries, ...accountEntries],
    useMe(),
    useRouteExists(),
  )
  usePaletteSource((query) =>
    query === ''
      ? []
      : [
          ...entries
            .map((entry) => ({ entry, score: matchScore(query, t(entry.label)) }))
            .filter(({ score }) => score > 0)
            .toSorted((a, b) => b.score - a.score)
            .map(({ entry: { path, label, icon } }) => ({
              id: `go.${path}`,
              label,
              group: 'commands.group.go',
              icon,
              detail: t(titles[path.split('/')[1] ?? ''] ?? 'admin.title'),
              run: () => void router.navigate({ to: path }),
            })),
          ...findSettings(query, entries, t)
            .slice(0, 8)
            .map(({ label, path, perEntry, area, icon }) => ({
              id: `setting.${label}`,
              label,
              group: 'commands.group.go',
              icon,
              detail: t(area),
              run: () => {
                void router.navigate({ to: path })
                if (!perEntry) revealSetting(t(label))
              },
            })),
        ],
  )
  return null
}
