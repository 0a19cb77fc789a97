import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRouteExists } from '../../shell/use-route-exists.ts'
import { PageSection } from '../../ui/page.tsx'
import { previewRole } from './role-preview.ts'

/** What the rights above come to; follows every box. */
export function PreviewSection({ permissions }: { permissions: readonly string[] }) {
  const { t } = useTranslation()
  const seen = previewRole(permissions, useRouteExists())
  return (
    <PageSection title={t('roles.preview')} help={t('roles.preview.help')}>
      <div className="rounded-lg border bg-surface-sunk px-4 py-3.5">
        <dl className="grid gap-x-4 gap-y-2 md:grid-cols-[5rem_minmax(0,1fr)] [&_dt]:text-ink-3">
          <Line label={t('roles.preview.lists')} keys={seen.lists} />
          <Line label={t('roles.preview.areas')} keys={seen.areas} />
          <Line label={t('roles.preview.does')} keys={seen.can} />
          {seen.cannot.length > 0 && <Line label={t('roles.preview.not')} keys={seen.cannot} />}
        </dl>
        {seen.hints.map((hint) => (
          <p key={hint} className="mt-3 flex items-start gap-1.5 text-warn">
            <Info size={14} aria-hidden className="mt-0.75 shrink-0" />
            {t(hint)}
          </p>
        ))}
      </div>
    </PageSection>
  )
}

function Line({ label, keys }: { label: string; keys: readonly string[] }) {
  const { t, i18n } = useTranslation()
  const list = new Intl.ListFormat(i18n.language, { style: 'narrow', type: 'conjunction' })
  return (
    <>
      <dt>{label}</dt>
      <dd>{keys.length > 0 ? list.format(keys.map((key) => t(key))) : t('roles.preview.nothing')}</dd>
    </>
  )
}
