import { type ComponentProps, Suspense } from 'react'
import { BufferWhileLoading } from '../commands/keystroke-buffer/buffer-while-loading.tsx'
import { takeBufferedKeystrokes } from '../commands/keystroke-buffer/text-buffer.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

// With the parser of time phrases.
const TimeForm = lazyPart(() => import('./time-form.tsx'), 'TimeForm')

/** Asks for a time, in words or as a date. */
export function TimeDialog({
  title,
  open,
  onOpenChange,
  onPick,
  ...form
}: {
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
} & ComponentProps<typeof TimeForm>) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        // Perhaps before the form has loaded.
        if (!next) takeBufferedKeystrokes()
        onOpenChange(next)
      }}
      title={title}
      size="sm"
    >
      <Suspense
        fallback={
          <BufferWhileLoading>
            <Skeleton className="h-32 w-full" />
          </BufferWhileLoading>
        }
      >
        <TimeForm
          {...form}
          onPick={(at) => {
            onOpenChange(false)
            onPick(at)
          }}
        />
      </Suspense>
    </Dialog>
  )
}
