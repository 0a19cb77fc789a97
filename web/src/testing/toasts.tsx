import { useEffect } from 'react'
import { toast } from 'sonner'
import { markToasterMounted } from '../lib/toast.ts'
import { Toaster } from '../ui/overlays/toaster.tsx'

/** Shows the toasts, beside the component under test. */
export function Toasts() {
  // The library keeps them for the next toaster.
  useEffect(() => () => void toast.dismiss(), [])
  return <Toaster theme="light" label="Notifications" closeLabel="Close" onMount={markToasterMounted} />
}
