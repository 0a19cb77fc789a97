import { Dialog as Base } from '@base-ui/react/dialog'
import type { Attachment } from '@parley/contract/messages/messages'
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '../../../format/file-size.ts'
import { useEscapeLayer } from '../../../ui/overlays/escape-layer.ts'

const button =
  'grid size-9 place-items-center rounded-md text-tooltip-ink transition-colors hover:bg-tooltip-key'

/** Shows images one at a time; arrows switch between them, Esc closes. */
export function Lightbox({
  pictures,
  uuid,
  onUuidChange,
}: {
  pictures: readonly Attachment[]
  uuid: string
  onUuidChange: (uuid: string | null) => void
}) {
  const { t } = useTranslation()
  const { layer, isForLayerAbove } = useEscapeLayer()
  const index = pictures.findIndex((one) => one.uuid === uuid)
  const picture = pictures[index]
  if (!picture) return null
  const showNext = (step: number) => {
    const next = pictures[(index + step + pictures.length) % pictures.length]
    if (next) onUuidChange(next.uuid)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') showNext(-1)
    if (event.key === 'ArrowRight') showNext(1)
  }
  return (
    <Base.Root open onOpenChange={(open, details) => isForLayerAbove(details) || open || onUuidChange(null)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-tooltip opacity-95" />
        <Base.Popup
          {...layer}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex flex-col text-tooltip-ink outline-none"
        >
          <header className="flex items-center gap-2 px-4 py-2">
            <Base.Title className="min-w-0 flex-1 truncate font-medium">
              {picture.name}{' '}
              <span className="font-normal tabular-nums opacity-80">{fileSize(picture.size)}</span>
            </Base.Title>
            {pictures.length > 1 && (
              <span className="tabular-nums opacity-80">
                {t('lightbox.place', { place: index + 1, total: pictures.length })}
              </span>
            )}
            <a
              href={`/uploads/${picture.uuid}`}
              download={picture.name}
              aria-label={t('lightbox.download')}
              className={button}
            >
              <Download size={18} aria-hidden />
            </a>
            <Base.Close aria-label={t('ui.close')} className={button}>
              <X size={18} aria-hidden />
            </Base.Close>
          </header>
          <div className="flex min-h-0 flex-1 items-center gap-2 p-2">
            {pictures.length > 1 && (
              <button
                type="button"
                aria-label={t('lightbox.previous')}
                onClick={() => showNext(-1)}
                className={button}
              >
                <ChevronLeft size={22} aria-hidden />
              </button>
            )}
            <img
              src={`/uploads/${picture.uuid}`}
              alt={picture.name}
              className="mx-auto max-h-full min-w-0 max-w-full object-contain"
            />
            {pictures.length > 1 && (
              <button
                type="button"
                aria-label={t('lightbox.next')}
                onClick={() => showNext(1)}
                className={button}
              >
                <ChevronRight size={22} aria-hidden />
              </button>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
