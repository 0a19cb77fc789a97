import { useTranslation } from 'react-i18next'

/** The technical details of an error, collapsed; the message next to it is written for users. */
export function ErrorDetails({
  children,
  onOpen,
}: {
  children: string | null | undefined
  /** Called when expanded, for details that are loaded on demand. */
  onOpen?: () => void
}) {
  const { t } = useTranslation()
  if (!children && !onOpen) return null
  return (
    <details className="mt-1 text-xs" onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary className="w-fit cursor-pointer text-ink-2 hover:text-ink">{t('ui.details')}</summary>
      <p className="mt-1 font-mono wrap-anywhere whitespace-pre-wrap text-ink-2">{children}</p>
    </details>
  )
}
