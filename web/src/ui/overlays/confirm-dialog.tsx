import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEverTrue } from '../../lib/use-ever-true.ts'
import { Button } from '../inputs/button.tsx'
import { useEscapeLayer } from './escape-layer.ts'
import { useInitialFocus } from './use-initial-focus.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  /** A verb with its object: "Delete view". */
  confirmLabel: string
  onConfirm: () => void
  busy?: boolean
  /** The action is not possible; the description says why. */
  disabled?: boolean
}

/** Confirms an action that can't be undone. The title names what will be lost. Costs nothing until it is opened. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useEverTrue(props.open) ? <MountedConfirmDialog {...props} /> : null
}

function MountedConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  onConfirm,
  busy = false,
  disabled = false,
}: ConfirmDialogProps) {
  const { t } = useTranslation()
  const { popup, initialFocus } = useInitialFocus()
  const { layer, isForLayerAbove } = useEscapeLayer()
  return (
    <Base.Root open={open} onOpenChange={(next, details) => isForLayerAbove(details) || onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 grid grid-cols-1 place-items-center p-4">
          <Base.Popup
            {...layer}
            ref={popup}
            initialFocus={initialFocus}
            className="w-full max-w-md rounded-xl bg-raised p-5 shadow-pop outline-none transition-[opacity,scale] duration-180 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0"
          >
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            {/* A div, because a description may contain a list. */}
            <Base.Description render={<div />} className="mt-1 text-ink-2">
              {description}
            </Base.Description>
            <div className="mt-5 flex justify-end gap-2">
              <Base.Close render={<Button>{t('ui.cancel')}</Button>} />
              <Button variant="danger" loading={busy} disabled={disabled} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
