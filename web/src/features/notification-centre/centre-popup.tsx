import { Popover as Base } from '@base-ui/react/popover'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/store.ts'
import { centreOpen } from '../../session/unread-notifications.ts'
import { moveFocus, NotificationCentre } from './notification-centre.tsx'

/** The notification centre, beside the bell. */
export function CentrePopup({
  anchor,
  side,
}: {
  anchor: RefObject<HTMLElement | null>
  side: 'top' | 'right'
}) {
  const { t } = useTranslation()
  const open = useStore(centreOpen)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => {
        // The bell itself opens and closes it.
        if (!(event.target instanceof Node && anchor.current?.contains(event.target))) centreOpen.set(next)
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side={side}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            aria-label={t('centre.title')}
            finalFocus={anchor}
            onKeyDown={moveFocus}
            className="floating flex h-[min(36rem,var(--available-height))] w-[min(26rem,calc(100vw-1rem))] flex-col"
          >
            <NotificationCentre onClose={() => centreOpen.set(false)} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
