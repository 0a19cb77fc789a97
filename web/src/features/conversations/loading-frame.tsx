import { useTranslation } from 'react-i18next'
import { useBufferUnhandledKeydowns } from '../../commands/keystroke-buffer/keydown-replay.ts'
import { Skeleton } from '../../ui/display/skeleton.tsx'

/** A skeleton of a conversation. Keys for it are buffered until it has loaded. */
export function LoadingFrame() {
  const { t } = useTranslation()
  useBufferUnhandledKeydowns()
  return (
    <div aria-busy role="status" aria-label={t('conversation.loading')} className="flex h-full flex-col">
      <div className="flex h-12 shrink-0 items-center justify-between border-b px-4">
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-7 w-24" />
      </div>
      <div className="space-y-6 p-6">
        {[40, 64, 52].map((width) => (
          <div key={width} className="flex gap-3">
            <Skeleton className="size-7 rounded-full" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-3 w-32" />
              <div style={{ width: `${width}%` }}>
                <Skeleton className="h-3 w-full" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
