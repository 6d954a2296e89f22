"""`python -m vademecum` is `vade`."""

from vademecum.faces.entry import main

main()
