/** Calls the listener once the calls of `later` pause, or with `now` at once. */
export function debounce(listener: () => void, delay: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => clearTimeout(timer)
  return {
    later() {
      cancel()
      timer = setTimeout(listener, delay)
    },
    now() {
      cancel()
      listener()
    },
    cancel,
  }
}
