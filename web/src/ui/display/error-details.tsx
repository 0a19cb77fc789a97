import { useTranslation } from 'react-i18next'

/** What a server or the system said word for word, behind a click: the sentence beside it is for people. */
export function ErrorDetails({
  children,
  onOpen,
}: {
  children: string | null | undefined
  /** Called when somebody opens them, for details that are fetched then. */
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
