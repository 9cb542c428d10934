// Keys for an enlarged spread. The page works without them.
addEventListener("keydown", (event) => {
  const open = document.querySelector(".spread:target");
  const rel = { Escape: "up", ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = open && rel && open.querySelector(`.nav a[rel=${rel}]`);
  if (link) {
    event.preventDefault();
    link.click();
  }
});
