import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRouteExists } from '../../areas/use-route-exists.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import { previewRole } from './role-preview.ts'

/** A live preview of what the selected permissions allow. */
export function PreviewSection({ permissions }: { permissions: readonly string[] }) {
  const { t } = useTranslation()
  const preview = previewRole(permissions, useRouteExists())
  return (
    <PageSection title={t('roles.preview')} help={t('roles.preview.help')}>
      <div className="rounded-lg border bg-surface-sunk px-4 py-3.5">
        <dl className="grid gap-x-4 gap-y-2 md:grid-cols-[5rem_minmax(0,1fr)] [&_dt]:text-ink-3">
          <PreviewLine label={t('roles.preview.lists')} keys={preview.lists} />
          <PreviewLine label={t('roles.preview.areas')} keys={preview.areas} />
          <PreviewLine label={t('roles.preview.does')} keys={preview.can} />
          {preview.cannot.length > 0 && <PreviewLine label={t('roles.preview.not')} keys={preview.cannot} />}
        </dl>
        {preview.hints.map((hint) => (
          <p key={hint} className="mt-3 flex items-start gap-1.5 text-warn">
            <Info size={14} aria-hidden className="mt-0.75 shrink-0" />
            {t(hint)}
          </p>
        ))}
      </div>
    </PageSection>
  )
}

function PreviewLine({ label, keys }: { label: string; keys: readonly string[] }) {
  const { t, i18n } = useTranslation()
  const list = new Intl.ListFormat(i18n.language, { style: 'narrow', type: 'conjunction' })
  return (
    <>
      <dt>{label}</dt>
      <dd>{keys.length > 0 ? list.format(keys.map((key) => t(key))) : t('roles.preview.nothing')}</dd>
    </>
  )
}
