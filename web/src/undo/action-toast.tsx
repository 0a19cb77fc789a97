import { Undo2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { KeyLabels } from '../ui/display/kbd.tsx'
import { Button } from '../ui/inputs/button.tsx'

/** Names what was done, with a button that takes it back. */
export function ActionToast({
  message,
  action,
}: {
  message: string
  action: { label: string; keys: string | undefined; onClick: () => void } | null
}): ReactElement {
  return (
    <div
      role="status"
      className="flex w-max max-w-[min(30rem,calc(100vw-2rem))] max-md:w-full items-center gap-2.5 rounded-lg border bg-raised py-2 pr-2 pl-3 text-base text-ink shadow-pop"
    >
      <p className="min-w-0 flex-1 truncate py-1 font-medium" title={message}>
        {message}
      </p>
      {action && (
        <Button size="sm" onClick={action.onClick}>
          <Undo2 size={14} aria-hidden />
          {action.label}
          {action.keys && (
            <span className="pointer-coarse:hidden">
              <KeyLabels keys={action.keys} />
            </span>
          )}
        </Button>
      )}
    </div>
  )
}
