# --- line plot into memory
import io
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, ax = plt.subplots(figsize=(4, 3))
ax.plot([1, 2, 3], [4, 1, 9], label="a", marker="o")
ax.set_title("t"); ax.set_xlabel("x"); ax.set_ylabel("y"); ax.legend(); ax.grid(True)
buffer = io.BytesIO()
fig.savefig(buffer, format="png")
plt.close(fig)
print(buffer.getvalue()[:4], ax.get_title())
# --- pyplot state interface
import io
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
plt.figure()
plt.bar(["a", "b"], [3, 5], color=["red", "#00ff00"])
plt.title("Bars"); plt.xticks(rotation=45); plt.tight_layout()
b = io.BytesIO()
plt.savefig(b, format="png", dpi=50)
plt.close()
print(len(b.getvalue()) > 500)
# --- subplots
import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, axes = plt.subplots(2, 2, sharex=True)
axes[0, 0].hist(np.arange(10), bins=5)
axes[0, 1].scatter([1, 2], [3, 4], c=[0.1, 0.9], cmap="viridis")
axes[1, 0].boxplot([[1, 2, 3], [2, 3, 4]])
axes[1, 1].pie([1, 2], labels=["x", "y"], autopct="%1.0f%%")
fig.suptitle("all")
print(len(fig.axes), axes.shape)
plt.close("all")
# --- base64 of a figure
import base64
import io
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig = plt.figure()
fig.add_subplot(111).fill_between([0, 1], [0, 1], alpha=0.3)
b = io.BytesIO()
fig.savefig(b, format="png", bbox_inches="tight")
b.seek(0)
print(base64.b64encode(b.read()).decode()[:8])
plt.close(fig)
# --- svg
import io
import matplotlib
matplotlib.use("svg")
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.axhline(0.5); ax.axvline(0.5, ls="--"); ax.text(0.1, 0.1, "hi"); ax.annotate("p", (0.5, 0.5))
s = io.StringIO()
fig.savefig(s, format="svg")
plt.close(fig)
print("<svg" in s.getvalue())
# --- image and colour bar
import io
import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
im = ax.imshow(np.arange(16).reshape(4, 4), cmap="hot")
fig.colorbar(im, ax=ax)
fig.canvas.draw()
print(im.get_array().shape, fig.get_size_inches())
plt.close(fig)
# --- figure without pyplot
import io
from matplotlib.figure import Figure
from matplotlib.backends.backend_agg import FigureCanvasAgg
fig = Figure()
canvas = FigureCanvasAgg(fig)
ax = fig.subplots()
ax.step([1, 2], [1, 2])
b = io.BytesIO()
canvas.print_png(b)
print(b.getvalue()[1:4])
# --- dates on an axis
from datetime import date
import matplotlib
matplotlib.use("Agg")
import matplotlib.dates as mdates
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
ax.plot([date(2024, 1, 1), date(2024, 1, 5)], [1, 2])
ax.xaxis.set_major_formatter(mdates.DateFormatter("%d.%m"))
fig.autofmt_xdate()
fig.canvas.draw()
print([t.get_text() for t in ax.get_xticklabels()][:2])
plt.close(fig)
# --- formatter of one's own and logarithm
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import FuncFormatter
fig, ax = plt.subplots()
ax.semilogy([1, 10, 100])
ax.yaxis.set_major_formatter(FuncFormatter(lambda v, p: f"{v:.0f} €"))
ax.set_xlim(0, 2)
fig.canvas.draw()
print(ax.get_yscale(), ax.get_yticklabels()[1].get_text())
plt.close(fig)
# --- three dimensions
import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig = plt.figure()
ax = fig.add_subplot(projection="3d")
x, y = np.meshgrid([0, 1], [0, 1])
ax.plot_surface(x, y, x * y)
fig.canvas.draw()
print(ax.name)
plt.close(fig)
# --- plot of a frame
import io
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd
ax = pd.DataFrame({"a": [1, 2, 3], "b": [3, 1, 2]}).plot(kind="bar", title="frame")
b = io.BytesIO()
ax.figure.savefig(b)
plt.close("all")
print(ax.get_title(), len(ax.patches))
# --- style and settings within a context
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
with plt.style.context("ggplot"):
    fig, ax = plt.subplots()
with plt.rc_context({"font.size": 8}):
    fig2, ax2 = plt.subplots()
print(plt.rcParams["figure.dpi"] > 0, len(plt.get_fignums()))
plt.close("all")
# --- contour, polar, errorbar, stack
import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig, axs = plt.subplots(1, 3)
axs[0].contourf(np.outer(np.arange(4), np.arange(4)))
axs[1].errorbar([1, 2], [1, 2], yerr=0.1, capsize=2)
axs[2].stackplot([1, 2], [1, 2], [2, 3], labels=["a", "b"])
fig.canvas.draw()
p = plt.subplot(projection="polar")
p.plot([0, 1], [0, 1])
print(len(axs))
plt.close("all")
# --- patches and colours
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib import colors, patches
fig, ax = plt.subplots()
ax.add_patch(patches.Rectangle((0, 0), 0.5, 0.5, facecolor=colors.to_rgba("blue", 0.5)))
ax.set_aspect("equal"); ax.spines["top"].set_visible(False); ax.tick_params(labelsize=6); ax.invert_yaxis()
print(colors.to_hex("red"), len(ax.patches), plt.cm.viridis(0.0)[:3])
plt.close(fig)
# --- pixels of a figure
import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
fig = plt.figure(figsize=(1, 1), dpi=20)
fig.canvas.draw()
print(np.asarray(fig.canvas.buffer_rgba()).shape)
plt.close(fig)
# --- matplotlib figures of many kinds
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt, numpy as np, io
plt.rcParams["figure.figsize"] = (4, 3)
fig, ax = plt.subplots(2, 2, constrained_layout=True)
ax[0, 0].plot([1, 2, 3], label="a", marker="o"); ax[0, 0].legend(loc="best"); ax[0, 0].set(title="t", xlabel="x", ylabel="y")
ax[0, 1].bar(["a", "b"], [1, 2], color=["r", "g"]); ax[0, 1].bar_label(ax[0, 1].containers[0])
ax[1, 0].hist(np.arange(10), bins=5); ax[1, 0].axvline(3); ax[1, 0].annotate("here", (3, 1), arrowprops={"arrowstyle": "->"})
im = ax[1, 1].imshow(np.eye(3), cmap="viridis"); fig.colorbar(im, ax=ax[1, 1])
for a in ax.flat: a.tick_params(axis="x", rotation=45); a.spines["top"].set_visible(False)
fig.suptitle("all"); b = io.BytesIO(); fig.savefig(b, format="png", dpi=50); print(b.getvalue()[:4], len(fig.axes)); plt.close(fig)
# --- matplotlib text, dates, 3d, styles
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt, matplotlib.dates as md, datetime, numpy as np
from matplotlib.ticker import FuncFormatter, MaxNLocator, StrMethodFormatter
from matplotlib.patches import Circle, Rectangle
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_hex
with plt.style.context("ggplot"):
    fig = plt.figure(); ax = fig.add_subplot(111)
    ax.plot([datetime.date(2024, 1, d) for d in (1, 2, 3)], [1, 4, 9]); ax.xaxis.set_major_formatter(md.DateFormatter("%d.%m")); ax.xaxis.set_major_locator(md.DayLocator())
    ax.yaxis.set_major_formatter(FuncFormatter(lambda v, p: f"{v:.0f}€")); ax.yaxis.set_major_locator(MaxNLocator(4)); fig.canvas.draw()
    print([t.get_text() for t in ax.get_xticklabels()], [t.get_text() for t in ax.get_yticklabels()][:2])
fig = plt.figure(); ax = fig.add_subplot(projection="3d"); ax.plot_surface(*np.meshgrid([0, 1], [0, 1]), np.eye(2)); fig.canvas.draw()
fig, ax = plt.subplots(); ax.add_patch(Circle((0, 0), 1)); ax.add_patch(Rectangle((0, 0), 1, 1, alpha=.5)); ax.set_aspect("equal"); ax.text(0, 0, r"$x^2$"); ax.fill_between([0, 1], [1, 2]); ax.scatter([1], [2], c=[3], s=9); ax.twinx().plot([1]); fig.canvas.draw()
print(to_hex("red"), LinearSegmentedColormap.from_list("m", ["r", "b"])(0.5), Normalize(0, 10)(5), ax.get_xlim()[0] < 0, len(ax.patches), plt.gcf() is fig, plt.get_fignums()); plt.close("all")
# --- attributes that are set to objects that can be called
import io
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LogNorm, Normalize
fig, ax = plt.subplots()
mesh = ax.pcolormesh(np.arange(1, 10.0).reshape(3, 3))
bar = fig.colorbar(mesh)
mesh.norm = LogNorm(vmin=1, vmax=10)
print(type(mesh.norm).__name__, mesh.norm.vmin, mesh.norm(10.0))
mesh.norm = Normalize(0, 4)
mesh.norm.vmax = 8
mesh.cmap = plt.get_cmap("plasma")
print(mesh.norm.vmax, mesh.cmap.name)
fig.savefig(io.BytesIO(), format="png")
plt.close(fig)
# --- a scale and a projection of one's own
import io
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib import projections, scale, ticker, transforms
from matplotlib.axes import Axes
class Power(transforms.Transform):
    input_dims = output_dims = 1
    def __init__(self, power):
        super().__init__()
        self.power = power
    def transform_non_affine(self, values):
        return np.sign(values) * np.abs(values) ** self.power
    def inverted(self):
        return Power(1 / self.power)
class Squares(scale.ScaleBase):
    name = "squares"
    def __init__(self, axis, *, power=2, **more):
        super().__init__(axis)
        self.power = power
    def get_transform(self):
        return Power(self.power)
    def set_default_locators_and_formatters(self, axis):
        axis.set_major_locator(ticker.MaxNLocator(3))
        axis.set_major_formatter(ticker.FuncFormatter(lambda value, place: f"<{value:.0f}>"))
scale.register_scale(Squares)
class Doubled(Axes):
    name = "doubled"
    def plot(self, values, **more):
        return super().plot(values, [2 * value for value in values], **more)
projections.register_projection(Doubled)
fig = plt.figure()
ax = fig.add_subplot(projection="doubled")
line, = ax.plot([0, 1, 2])
ax.set_yscale("squares", power=2)
fig.savefig(io.BytesIO(), format="png", dpi=40)
print(type(ax).__name__, line.get_ydata(), ax.get_yscale(), [label.get_text() for label in ax.get_yticklabels()])
print("squares" in scale.get_scale_names(), "doubled" in projections.get_projection_names())
plt.close(fig)
