import type { Template, TemplatePreview } from '@parley/contract/templates/templates'
import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/display/error-state.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'

/** A preview of the email. The sandboxed frame runs no scripts and has no origin. */
export function TemplatePreviewPane({
  query,
  type,
}: {
  query: UseQueryResult<TemplatePreview>
  type: Template['type']
}) {
  const { t } = useTranslation()
  const { data } = query
  return (
    <div className="min-w-0">
      <div className="mb-1 flex h-7 items-baseline justify-between gap-2 pt-1">
        <h2 className="font-medium">{t('templates.preview')}</h2>
        <span className="truncate text-xs text-ink-3">
          {data &&
            (data.reference_number
              ? t('templates.preview.real', { number: data.reference_number })
              : t('templates.preview.sample'))}
        </span>
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
        <div className="overflow-hidden rounded-md border">
          {data.problem ? (
            <p className="grid min-h-60 place-items-center px-6 text-center text-ink-3">
              {t('templates.preview.broken')}
            </p>
          ) : (
            <>
              <p className="truncate border-b bg-surface-sunk px-3 py-2 text-ink-2">
                <span className="text-ink-3">{t('templates.subject')}: </span>
                {type === 'email_outgoing'
                  ? t('templates.preview.subject', { subject: data.subject })
                  : data.subject}
              </p>
              <iframe
                title={t('templates.preview')}
                sandbox=""
                srcDoc={withFrameHead(data.html)}
                className={clsx('block h-100 w-full bg-paper', query.isFetching && 'opacity-90')}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
}

const frameHead = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data: https:; style-src 'unsafe-inline'">
<style>:root { color-scheme: light } body { margin: 12px; font: 14px/1.5 sans-serif; color: #1c1e26; background: #fff }</style>`

/** First in the document, so that the template's own styles win. */
const withFrameHead = (html: string) =>
  html.replace(/<head[^>]*>|<html[^>]*>(?!\s*<head)/i, (tag) => `${tag}${frameHead}`)
