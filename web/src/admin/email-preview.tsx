import type { TemplatePreview } from '@parley/contract/templates/templates'
import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../ui/display/error-state.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { SegmentedControl } from '../ui/inputs/segmented-control.tsx'

type Device = 'desktop' | 'phone'
type Scheme = 'light' | 'dark'

/** An email as its recipient sees it, on a desktop or a phone, in light or dark mode. The sandboxed frame runs no scripts and has no origin. */
export function EmailPreview({
  query,
  isReply,
}: {
  query: UseQueryResult<TemplatePreview>
  isReply: boolean
}) {
  const { t } = useTranslation()
  const [device, setDevice] = useState<Device>('desktop')
  const [scheme, setScheme] = useState<Scheme>('light')
  const { data } = query
  return (
    <section aria-label={t('email_preview.title')} className="min-w-0">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{t('email_preview.title')}</h3>
        <div className="flex items-center gap-2">
          <SegmentedControl
            label={t('email_preview.device')}
            value={device}
            onValueChange={setDevice}
            segments={[
              {
                value: 'desktop',
                label: t('email_preview.desktop'),
                icon: <Monitor size={14} aria-hidden />,
              },
              { value: 'phone', label: t('email_preview.phone'), icon: <Smartphone size={14} aria-hidden /> },
            ]}
          />
          <SegmentedControl
            label={t('email_preview.scheme')}
            value={scheme}
            onValueChange={setScheme}
            segments={[
              { value: 'light', label: t('email_preview.light'), icon: <Sun size={14} aria-hidden /> },
              { value: 'dark', label: t('email_preview.dark'), icon: <Moon size={14} aria-hidden /> },
            ]}
          />
        </div>
      </div>
      {!data && query.isPending && <Skeleton className="h-60 w-full" />}
      {query.isError && (
        <ErrorState
          title={t('templates.preview.error')}
          message={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {data && !query.isError && (
        <div className="overflow-hidden rounded-md border bg-surface-sunk">
          {data.problem ? (
            <p className="grid min-h-60 place-items-center px-6 text-center text-ink-3">
              {t('templates.preview.broken')}
            </p>
          ) : (
            <>
              <p className="truncate border-b px-3 py-2 text-ink-2">
                <span className="text-ink-3">{t('templates.subject')}: </span>
                {isReply ? t('templates.preview.subject', { subject: data.subject }) : data.subject}
              </p>
              <iframe
                title={t('email_preview.title')}
                sandbox=""
                srcDoc={toFramePage(data.html, scheme)}
                className={clsx(
                  'mx-auto block h-112 w-full bg-paper transition-[max-width] duration-180',
                  device === 'phone' && 'max-w-94.25 border-x',
                  query.isFetching && 'opacity-90',
                )}
              />
            </>
          )}
        </div>
      )}
      <p className="mt-1.5 truncate text-xs text-ink-3">
        {data &&
          (data.reference_number
            ? t('templates.preview.real', { number: data.reference_number })
            : t('templates.preview.sample'))}
      </p>
    </section>
  )
}

const policy = "default-src 'none'; img-src data: https:; style-src 'unsafe-inline'"
const colors = { light: 'color: #1c1e26; background: #fff', dark: 'color: #e8e9ed; background: #15171c' }

/** First in the document, so that the email's own styles win. Links lead nowhere: the sandbox opens no windows. */
function toFramePage(html: string, scheme: Scheme): string {
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}"><base target="_blank">
<style>:root { color-scheme: ${scheme} } body { margin: 12px; font: 14px/1.5 sans-serif; ${colors[scheme]} }</style>`
  return html
    .replace(/<head[^>]*>|<html[^>]*>(?!\s*<head)/i, (tag) => `${tag}${head}`)
    .replace(
      /\(\s*prefers-color-scheme\s*:\s*(dark|light)\s*\)/gi,
      // Independent of the mode of this computer.
      (_, wanted: string) => `(min-width: ${wanted.toLowerCase() === scheme ? '0' : '99999px'})`,
    )
}
