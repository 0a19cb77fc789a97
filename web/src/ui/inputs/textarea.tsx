import { Field as Base } from '@base-ui/react/field'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** Grows with its content. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <Base.Control
      render={
        <textarea
          dir="auto"
          {...rest}
          className={clsx(
            'field field-sizing-content max-h-96 min-h-20 resize-y px-2.5 py-1.5 pointer-coarse:text-lg',
            className,
          )}
        />
      }
    />
  )
}
