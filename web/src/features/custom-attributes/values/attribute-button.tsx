import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** A value that opens its editor. Repeats the attribute's name for screen readers. */
export function AttributeButton({
  name,
  children,
  className,
  ...rest
}: ComponentProps<'button'> & { name: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <button
      {...rest}
      type="button"
      className={clsx(
        'flex min-h-7 w-full min-w-0 items-center rounded-md px-1.5 text-left transition-colors hover:bg-hover disabled:hover:bg-transparent data-popup-open:bg-hover',
        className,
      )}
    >
      <span className="sr-only">{name}: </span>
      {children === null ? (
        <span className="text-ink-3">{t('attributes.not_set')}</span>
      ) : (
        <span dir="auto" className="truncate" title={typeof children === 'string' ? children : undefined}>
          {children}
        </span>
      )}
    </button>
  )
}
