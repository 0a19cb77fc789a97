import { Input as Base } from '@base-ui/react/input'
import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export type InputProps = ComponentProps<'input'> & {
  /** Taller, for pages with a single form. */
  large?: boolean
  start?: ReactNode
  end?: ReactNode
}

/** 16 px text on touch screens: with less, Safari zooms the page on focus. */
export function Input({ large = false, start, end, className, ...rest }: InputProps) {
  return (
    <div className={clsx('field gap-2 px-2.5', large ? 'h-9' : 'h-8', className)}>
      {start}
      <Base
        dir="auto"
        {...rest}
        className="h-full w-full min-w-0 bg-transparent outline-none pointer-coarse:text-lg"
      />
      {end}
    </div>
  )
}
