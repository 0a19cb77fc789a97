import type { Permission } from '@parley/contract/roles/permissions'
import { ShieldX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readerLocale } from '../format/locale.ts'
import { permissionKey } from '../format/permission-key.ts'
import { EmptyState } from '../ui/display/empty-state.tsx'

/** With more names it would not be clear which one to ask for. */
const MOST_NAMED = 3

/** Shown instead of a page that the agent's roles don't include, with the permission needed. */
export function NoAccess({
  area,
  permissions,
  heading = 'h1',
}: {
  area: string
  permissions: readonly Permission[]
  heading?: 'h1' | 'h2'
}) {
  const { t } = useTranslation()
  const names = permissions.map((one) => `“${t(permissionKey(one))}”`)
  const list = new Intl.ListFormat(readerLocale(), { type: 'disjunction' }).format(names)
  return (
    <EmptyState heading={heading} icon={ShieldX} title={t('access.none.title', { area })}>
      {names.length <= MOST_NAMED ? t('access.none.needs', { permissions: list }) : t('access.none.text')}
    </EmptyState>
  )
}
