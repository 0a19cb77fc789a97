import { useState } from 'react'

/** Whether it is true or has been before: for parts that aren't rendered until they are needed, and stay to animate their end. */
export function useEverTrue(value: boolean): boolean {
  const [was, setWas] = useState(value)
  if (value && !was) setWas(true)
  return value || was
}
