import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { revealSetting } from '../admin/reveal-setting.ts'
import { matchScore } from '../commands/palette-match.ts'
import { usePaletteSource } from '../commands/palette-sources.ts'
import { useMe } from '../session/use-me.ts'
import { everyAdminEntry } from './admin-areas.ts'
import { accountEntries } from './areas.ts'
import { everyReportEntry } from './report-areas.ts'
import { findSettings } from './settings-index.ts'
import { useRouteExists } from './use-route-exists.ts'
import { visibleEntries } from './visible.ts'

const titles: Record<string, string> = { account: 'account.title', reports: 'reports.title' }

/** What the side panels of reports, settings and account lead to, found by name. Loads with the palette, like its other sources. */
export function AreaSource() {
  const { t } = useTranslation()
  const router = useRouter()
  const entries = visibleEntries(
    [...everyReportEntry, ...everyAdminEntry, ...accountEntries],
    useMe(),
    useRouteExists(),
  )
  usePaletteSource((typed) =>
    typed === ''
      ? []
      : [
          ...entries
            .map((entry) => ({ entry, score: matchScore(typed, t(entry.label)) }))
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
          ...findSettings(typed, entries, t)
            .slice(0, 8)
            .map(({ label, path, each, area, icon }) => ({
              id: `setting.${label}`,
              label,
              group: 'commands.group.go',
              icon,
              detail: t(area),
              run: () => {
                void router.navigate({ to: path })
                if (!each) revealSetting(t(label))
              },
            })),
        ],
  )
  return null
}
