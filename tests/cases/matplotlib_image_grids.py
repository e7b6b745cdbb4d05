# imports: numpy.*, matplotlib.*, mpl_toolkits.*
import numpy as np, matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from mpl_toolkits.axes_grid1 import ImageGrid, make_axes_locatable
fig = plt.figure()
grid = ImageGrid(fig, 111, nrows_ncols=(1, 2), cbar_mode="each", cbar_location="right")
im = grid[0].imshow(np.eye(3))
bar = grid.cbar_axes[0].colorbar(im)
print(type(bar).__name__, len(fig.axes), grid[0].get_xlim())
plt.close(fig)
