/** Calls it in the first task after the next frame, unless the returned function is called before. */
export function afterPaint(work: () => void): () => void {
  const { port1, port2 } = new MessageChannel()
  const post = () => port2.postMessage(null)
  port1.onmessage = work
  let frame = 0
  // A hidden page has no frames.
  if (document.hidden) post()
  else frame = requestAnimationFrame(post)
  return () => {
    cancelAnimationFrame(frame)
    port1.close()
  }
}
