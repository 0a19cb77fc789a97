import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useEverTrue } from '../../lib/use-ever-true.ts'
import { preventFocusLoss } from '../prevent-focus-loss.ts'
import { useEscapeLayer } from './escape-layer.ts'
import { useInitialFocus } from './use-initial-focus.ts'

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' }

type DialogProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactElement
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  size?: keyof typeof widths
  initialFocus?: RefObject<HTMLElement | null>
  /** For content that is shown once: Escape and clicks outside don't close it. */
  closeOnlyByButton?: boolean
  children?: ReactNode
}

/** A modal dialog. `footer` holds its buttons, the primary one last. Costs nothing until it is opened, unless it has a trigger. */
export function Dialog(props: DialogProps) {
  const isNeeded = useEverTrue(props.open === true)
  return props.trigger || isNeeded ? <MountedDialog {...props} /> : null
}

function MountedDialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  footer,
  size = 'md',
  initialFocus,
  closeOnlyByButton = false,
  children,
}: DialogProps) {
  const { t } = useTranslation()
  const { popup, initialFocus: focusInside } = useInitialFocus(initialFocus)
  const { layer, isForLayerAbove } = useEscapeLayer()
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        const { reason } = details
        if (isForLayerAbove(details)) return
        if (closeOnlyByButton && (reason === 'escape-key' || reason === 'outside-press')) return
        onOpenChange?.(next)
      }}
    >
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 grid grid-cols-1 place-items-center overflow-y-auto p-4">
          <Base.Popup
            {...layer}
            ref={popup}
            initialFocus={focusInside}
            className={clsx(
              'relative flex max-h-[calc(100dvh-2rem)] w-full flex-col rounded-xl bg-raised shadow-pop outline-none',
              'transition-[opacity,scale] duration-180 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
              widths[size],
            )}
          >
            <header className="px-5 pt-4 pr-12 pb-3">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-0.5 text-ink-2">{description}</Base.Description>
              )}
            </header>
            {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>}
            {footer && (
              <footer {...preventFocusLoss} className="flex justify-end gap-2 border-t px-5 py-3">
                {footer}
              </footer>
            )}
            {/* Last in tab order, so that a dialog opens on its content. No tooltip: it would consume the first Escape. */}
            <Base.Close
              aria-label={t('ui.close')}
              className="absolute top-3.5 right-3.5 grid size-7 place-items-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink"
            >
              <X size={16} aria-hidden />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

export const DialogClose = Base.Close
